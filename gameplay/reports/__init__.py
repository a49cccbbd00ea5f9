"""Reports that speak of cards and letters, assembled from the rows of the ledger. Nothing here posts."""

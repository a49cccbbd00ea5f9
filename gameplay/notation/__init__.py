"""How records are written: liberal spellings in, one canonical form out. It decides no rule of play."""

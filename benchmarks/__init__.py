"""Every speed that the design promises, beside a peer measured in the same run; nothing here is a test."""

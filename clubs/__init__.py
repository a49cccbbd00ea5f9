"""Who there is: users, clubs, members, roles, tables, audit. It knows no units and no cards."""

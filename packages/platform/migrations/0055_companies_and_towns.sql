-- Whether a payee is a company, and where it is: what Wise and banks ask for. Null is a person, as all were before.
alter table payees
add column kind text check (kind in ('person', 'company')),
add column town text;

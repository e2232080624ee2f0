-- An export goes through the commissions in the order of their booking.
create index commissions_by_booking on commissions (workspace_id, created_at, id);

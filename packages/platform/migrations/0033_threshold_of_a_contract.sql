-- The contract whose threshold ruled, where it is lower than that of the terms in force (D181).
alter table payout_run_decisions
add column threshold_contract_id uuid,
add foreign key (workspace_id, threshold_contract_id) references referral_contracts;

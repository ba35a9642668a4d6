-- What whoever imports decided against the rule goes when the import is taken back: `before` is the decision that stood there.
alter table claim_decision add column run_id bigint, add column before jsonb;
create index claim_decision_run_id_idx on claim_decision (run_id) where run_id is not null;

-- Which records facts rest on, of the few that rest on one: a version or a difference that is cited is not let go.
create index claim_cites_idx on claim using gin (evidence jsonb_path_ops) where evidence @> '[{"type": "record"}]';

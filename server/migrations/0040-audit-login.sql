-- The morning brief asks for a user's login before the latest one; a program's user has a million other acts between two.
create index audit_login_idx on audit (user_id, at desc, id desc) where act = 'login';

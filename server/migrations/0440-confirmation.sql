-- A session is confirmed at its login and again before grave acts; challenges and logins at a provider that confirm one
-- belong to it.
alter table session add column confirmed_at timestamptz(3);
comment on column session.confirmed_at is 'When the user last proved to be present: at the login, or by a factor since then';

alter table login_challenge add column session_id bigint references session (id) on delete cascade;
comment on column login_challenge.session_id is 'The session that a passkey confirms';
create index login_challenge_session_idx on login_challenge (session_id) where session_id is not null;

alter table login_start add column session_id bigint references session (id) on delete cascade;
comment on column login_start.session_id is 'The session that a login at the provider confirms';
create index login_start_session_idx on login_start (session_id) where session_id is not null;

-- Wrong passwords are counted by name and address together; who comes from where a name has signed in before is slowed,
-- never shut out.

-- When the next try under this key may look at a password.
alter table login_attempt add column next_at timestamptz;

-- Addresses from which a user has signed in: IPv4 whole, IPv6 by its /64.
create table known_address (
  user_id bigint not null references "user" (id) on delete cascade,
  network text not null,
  last_at timestamptz not null,
  primary key (user_id, network)
);

insert into known_address (user_id, network, last_at)
select session.user_id, session.address, max(session.last_seen_at)
from session where session.address ~ '^\d+\.\d+\.\d+\.\d+$'
group by session.user_id, session.address;

-- Names typed in are kept as hashes from now on.
delete from login_attempt;

-- What was counted before tells of no passages to decide on: it is counted anew.
update erasure set state = 'counting', plan = '{}', rev = rev + 1 where state = 'ready';

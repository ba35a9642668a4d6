-- Names of other scripts are spelt otherwise than their keys say: all records are compared once more.
update duplicate_run set checked_at = null, checked_id = 0;

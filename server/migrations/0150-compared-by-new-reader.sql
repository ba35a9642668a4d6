-- Names are read in more ways: records that were compared before are compared with all lists again, or what is found now would
-- wait until each of them is edited.
update screened_list set version = null, cursor = null where version is not null;

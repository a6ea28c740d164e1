-- Policy numbers are found by their beginning, over the unique index that there is: it compares by
-- bytes from now on, whatever the collation of the database. No sale writes more than before.
-- compatible: servers of earlier releases compare numbers for equality alone.
-- The index is built anew, which takes about a second for each million policies.
alter table policies alter column insurer_policy_id type text collate "C";
-- Its statistics went with the old type.
analyze policies (insurer_policy_id);

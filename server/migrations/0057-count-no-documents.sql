-- Nothing is searched by these columns as a whole. Whenever the database counted what is in a table,
-- as it does of its own accord while the table grows, it spent half of a second on comparing them,
-- and whoever was served meanwhile waited.
set local lock_timeout = '5s';

alter table quotes
  alter column customer_input set statistics 0,
  alter column dataset_items set statistics 0,
  alter column premium set statistics 0;
alter table policies
  alter column data set statistics 0,
  alter column quote set statistics 0,
  alter column metadata set statistics 0,
  alter column media set statistics 0;
alter table policy_versions alter column change set statistics 0;
alter table policy_contents alter column data set statistics 0;
alter table invoices alter column lines set statistics 0;
alter table events alter column data set statistics 0;
alter table webhook_deliveries alter column attempts set statistics 0;

-- Which form of its type an event's data has. Events from before this column were promised none: 0.
alter table events add column data_version smallint not null default 0;

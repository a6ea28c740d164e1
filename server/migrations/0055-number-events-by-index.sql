-- A session that is as old as a young database has plans for a handful of events, and went on to read
-- all of them for each that it wrote.
set local lock_timeout = '5s';

alter function number_event() set enable_seqscan = off;

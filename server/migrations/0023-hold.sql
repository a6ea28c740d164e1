-- One statement writes what a transaction of many wrote. What must hold for it to count is said in
-- the statement itself: where it does not, nothing of it happens, and whoever sent it learns why.
create function hold(is_so boolean, what text) returns void language plpgsql as $$
begin
  if is_so is not true then
    raise exception 'nothing was written: % does not hold', what
      using errcode = 'BN001', constraint = what;
  end if;
end $$;

-- Every job has a key from now on, so that one without is known to have been replaced. Jobs of
-- earlier releases that had none get one, those that were given up among them.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    update graphile_worker._private_jobs set key = gen_random_uuid()::text
    where key is null and (attempts < max_attempts or last_error is not null);
  end if;
end
$$;

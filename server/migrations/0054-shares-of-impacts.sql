-- What the difference comes from is told where somebody asks for it.
alter table impacts add column has_shares boolean not null default false;

-- The papers of offers and policies: made once, kept for ever. Equal contents are kept once.
create table document_contents (
  hash bytea primary key,
  content bytea not null
);
-- A PDF is compressed in itself.
alter table document_contents alter column content set storage external;

create table documents (
  policy_version_id text collate "C" not null references policy_versions,
  occasion text not null check (occasion in ('offer', 'policy', 'cancellation')),
  designation text not null,
  policy_id text collate "C" not null references policies,
  name text not null,
  language text not null,
  hash bytea not null references document_contents,
  made_at timestamptz not null,
  primary key (policy_version_id, occasion, designation)
);
create index documents_by_policy on documents (policy_id);

-- Versions that were pushed before there were papers have none.
update product_versions set definition = definition || '{"documents": []}'
where not definition ? 'documents';

import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { describeSchema } from '../../tools/describe-schema.ts'
import { migrate } from '../../src/database/index.ts'
import { createEmptyDatabase } from '../support/database.ts'

const inServer = (path: string) => new URL(`../../${path}`, import.meta.url)
const migrated = (client: Client) => migrate(client, inServer('migrations/'))

async function inEmptyDatabase<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
  const database = await createEmptyDatabase()
  const client = new Client({ ...database.connection })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await database.drop()
  }
}

function described(make: (client: Client) => Promise<unknown>): Promise<string> {
  return inEmptyDatabase(async (client) => {
    await make(client)
    return describeSchema(client)
  })
}

it('schema.sql says what the migrations lead to, and leads to the same itself', async () => {
  const written = await readFile(inServer('schema.sql'), 'utf8')
  const fix = 'Run npm run schema.'
  expect(await described(migrated), fix).toBe(written)
  expect(await described((client) => client.query(written))).toBe(written)
})

it('every table says what it is for', async () => {
  const silent = await inEmptyDatabase(async (client) => {
    await migrated(client)
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r'
         and coalesce(obj_description(oid, 'pg_class'), '') = ''
       order by relname collate "C"`,
    )
    return rows.map(({ name }) => name)
  })
  // The runner of migrations makes this one before the first of them.
  expect(silent, 'Add comment on table to the migration.').toEqual(['schema_migrations'])
})

const garage = `
  create function refuse() returns trigger language plpgsql as 'begin return null; end';
  comment on function refuse() is 'It isn''t done.';
  create sequence places;
  comment on sequence places is 'Where cars stand.';
  create table owners (id integer constraint owners_pkey primary key);
  create table cars (
    owner integer constraint cars_owner_fkey references owners,
    "position" integer constraint cars_placed check ("position" > 0));
  comment on table cars is 'A table whose comment is so long that it stands in several lines, each within a hundred characters, and none is lost: C:\\cars, it''s all there.';
  comment on column cars."position" is 'Counted from 1.';
  comment on constraint cars_placed on cars is 'There is no place 0.';
  comment on constraint cars_owner_fkey on cars is 'Somebody''s.';
  create index cars_by_owner on cars (owner);
  comment on index cars_by_owner is 'Finds all of an owner.';
  create trigger cars_stay before delete on cars for each row execute function refuse();
  comment on trigger cars_stay on cars is 'None is ever sold.'`

it('shows each comment below its object, and loses none', async () => {
  const shown = await described((client) => client.query(garage))
  expect(shown).toContain(
    `;\ncomment on table cars is
  'A table whose comment is so long that it stands in several lines, each within a hundred '
  'characters, and none is lost: C:\\cars, it''s all there.';
comment on column cars."position" is 'Counted from 1.';
comment on constraint cars_placed on cars is 'There is no place 0.';\n\n`,
  )
  expect(shown.match(/^comment on \w+/gm)).toEqual(
    'function sequence table column constraint index constraint trigger'
      .split(' ')
      .map((kind) => `comment on ${kind}`),
  )
  expect(await described((client) => client.query(shown))).toBe(shown)
})

it('refuses a comment that it would lose', async () => {
  const other = `create table cars (id integer);
    create view red_cars as select id from cars;
    comment on view red_cars is 'Cars that are red.'`
  await expect(described((client) => client.query(other))).rejects.toThrow('red_cars')
})

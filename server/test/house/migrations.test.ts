import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../../migrations/', import.meta.url)

/** What a running server of an earlier release may not survive. */
const suspicious =
  /\bdrop\s+(?:table|column|function|type|default)\b|\brename\b|\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b|\bset\s+not\s+null\b|\badd\s+constraint\b|\badd\s+column\s+(?!.*\bdefault\b)[^,;]*\bnot\s+null\b/i
const judged = /^-- (?:breaking|compatible): \S/m

function lacksJudgement(text: string): boolean {
  const code = text.replaceAll(/--.*$/gm, '')
  return suspicious.test(code) && !judged.test(text)
}

it('says of each migration that could stop running servers whether it does', () => {
  const later = readdirSync(folder).filter((name) => name.endsWith('.sql') && name > '0002')
  const silent = later.filter((name) => lacksJudgement(readFileSync(new URL(name, folder), 'utf8')))
  const fix = 'Write "-- breaking: why" or "-- compatible: why" into the migration.'
  expect(silent, fix).toEqual([])
})

it.each([
  ['alter table policies drop column premium', true],
  ['alter table policies rename premium to price', true],
  ['alter table policies alter column premium type bigint', true],
  ['alter table policies alter column premium set not null', true],
  ['alter table policies add column tax bigint not null', true],
  ['alter table policies add constraint premium_is_paid check (premium > 0)', true],
  ['-- breaking: nobody writes it\nalter table policies drop column premium', false],
  ['-- compatible: nobody read it\ndrop table premiums', false],
  ['alter table policies add column tax bigint not null default 0', false],
  ['alter table policies add column tax bigint; -- drop table nothing', false],
  ['create table taxes (id bigint not null)', false],
])('%s: %s', (text, isRefused) => {
  expect(lacksJudgement(text)).toBe(isRefused)
})

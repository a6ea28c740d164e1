import { recordWords } from '@bindery/console/src/words/records.ts'
import { eventTypes } from '@bindery/sdk/generated'
import { expect, it } from 'vitest'
import { auditActions } from '../../src/audit/index.ts'

it('the console has English and German words for each event and each entry of the audit log', () => {
  const recorded = new Set<string>([...eventTypes, ...auditActions])
  expect(Object.keys(recordWords).toSorted()).toEqual([...recorded].toSorted())
  const german = Object.values(recordWords).map(([, words]) => words)
  expect(german.filter((words, at) => german.indexOf(words) !== at)).toEqual([])
})

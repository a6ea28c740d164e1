import picocolors from 'picocolors'
import { expect, test } from 'vitest'
import pages from '../rules/rules.json' with { type: 'json' }
import { describeRule, listRules } from './rules.ts'

const paint = picocolors.createColors(false)

test('all rules are listed by family, each on a line', () => {
  const lines = listRules(pages, paint)
  expect(lines[0]).toBe('Types')
  for (const { usage } of pages) {
    expect(lines.filter((line) => line.startsWith(`  ${usage} `))).toHaveLength(1)
  }
})

test('a rule is shown with what passes, what fails and what customers read', () => {
  const page = pages.find(({ name }) => name === 'gt')
  expect(page && describeRule(page, paint)).toEqual([
    'gt:<number or field>',
    '',
    'More than the number or the other field.',
    '',
    'written                      passes  fails',
    'gt:5                         6       5',
    'gt:least beside {"least":5}  6       5',
    '',
    'Customers read: Must be more than 5.',
  ])
})

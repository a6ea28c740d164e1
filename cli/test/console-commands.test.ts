import { asCommand } from '@bindery/console/src/code/as-command.ts'
import { commandForms } from '@bindery/console/src/code/command-forms.ts'
import type { OperationId } from '@bindery/sdk'
import { operations } from '@bindery/sdk/generated'
import type { Command } from 'commander'
import { describe, expect, it } from 'vitest'
import { createProgram } from '../src/program.ts'

const forms = Object.entries(commandForms).map(([id, form]) => [id as OperationId, form] as const)

/** The command that the words lead to, and the words that are left over. */
function follow(command: Command, words: readonly string[]): [Command, readonly string[]] {
  const [word, ...rest] = words
  const next = command.commands.find((one) => one.name() === word)
  return next === undefined ? [command, words] : follow(next, rest)
}

describe('a call that the console shows as a command', () => {
  it.each(forms)('%s has that command, and all its options', (id, form) => {
    const [command, rest] = follow(createProgram(), form.words.split(' '))
    const known = command.options.map(({ long }) => long)
    const file = form.file === undefined ? [] : [form.file]
    const used = [...rest, ...Object.values(form.options ?? {}), ...file]
    expect(used.filter((option) => !known.includes(option))).toEqual([])
    expect(command.registeredArguments.length).toBeGreaterThanOrEqual(form.arguments?.length ?? 0)
    for (const [, name] of operations[id].path.matchAll(/\{(\w+)\}/g)) {
      expect(form.arguments).toContain(name)
    }
  })

  it('says all of the call, or is not shown', () => {
    const request = { query: { status: 'paid', name: 'Ole Busch', limit: '100' } }
    expect(asCommand({ id: 'searchPolicies', request }, 'test')).toBe(
      "BINDERY_KEY=sk_test_… npx bindery policies find --status paid --name 'Ole Busch'",
    )
    const server = { body: { url: 'smtps://mail.example', from: "o'hara@example.com" } }
    expect(asCommand({ id: 'setMailServer', request: server }, 'test')).toBe(
      `echo '{"url":"smtps://mail.example","from":"o'\\''hara@example.com"}' | BINDERY_KEY=sk_test_… npx bindery mails server --from -`,
    )
    const other = { query: { distributor_id: 'acc_1' } }
    expect(asCommand({ id: 'searchLeads', request: other }, 'live')).toBe(null)
  })
})

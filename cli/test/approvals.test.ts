import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { colleague, tokenOf } from '@bindery/server/test/builders/approvals.ts'
import { pushedDraft } from '@bindery/server/test/builders/draft.ts'
import { soldOnAccount, trackReceipts } from '@bindery/server/test/builders/tracked.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
let anna: Person
let ben: Person
beforeAll(async () => {
  served = await servedPlatform({ leavesDocuments: true })
  await trackReceipts(served.platform)
  anna = await person('Anna Keller')
  ben = await person('Ben Moser')
})
afterAll(() => served.close())

/** A person at a command line, with a personal token. */
type Person = Pick<ServedPlatform['cli'], 'run' | 'json'>

async function person(name: string): Promise<Person> {
  const token = await tokenOf(await colleague(served.platform, name))
  const env = { BINDERY_KEY: token }
  return {
    run: (words, more) => served.cli.run(words, { ...more, env }),
    json: (words, more) => served.cli.json(words, { ...more, env }),
  }
}

/** The command that a refusal shows, in words as a shell reads it, with a reason. */
function shownCommand(stderr: string): string[] {
  const line = stderr.split('\n').find((one) => one.startsWith('    bindery ')) ?? ''
  const words = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
  const [, ...given] = words.split('\0').slice(0, -1)
  return given.map((word) => (word === '...' ? 'It has to be done.' : word))
}

async function requested(words: readonly string[]): Promise<string> {
  const refused = await anna.run(words)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('✗ This needs a second person.\n'),
  ])
  return (await anna.json<{ id: string }>(shownCommand(refused.stderr))).id
}

describe('bindery approvals rules', () => {
  it('shows what needs whom, changes it, and says what changes', async () => {
    expect((await anna.run(['approvals', 'rules'])).stdout).toMatch(
      /^write_offs +one person +Write off invoices$/m,
    )
    const words = ['approvals', 'rules', 'set', 'publishing', 'write_offs=5.00chf,1200jpy']
    const { code, stdout, stderr } = await anna.run(words)
    expect(stderr).toBe(
      'publishing needs one person now, and then two people. ' +
        'write_offs needs one person now, and then two people above 5.00 CHF, 1,200 JPY.\n',
    )
    expect(stdout).toMatch(/^write_offs +two people above 5\.00 CHF, 1,200 JPY +Write off/m)
    expect(code).toBe(0)
    expect((await anna.run(words)).stdout).toContain('nothing was changed')
  })

  it.each([
    ['write_off=5chf', 'Did you mean'],
    ['write_offs=5', 'Write amounts as in write_offs=500.00eur,450chf.'],
    ['write_offs=5.001chf', 'Write amounts as in write_offs=500.00eur,450chf.'],
  ])('refuses %s', async (rule, message) => {
    const { code, stderr } = await anna.run(['approvals', 'rules', 'set', rule])
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  })

  it('asks at a terminal', async () => {
    const asked = served.cli.atTerminal(['approvals', 'rules', 'clear'])
    await asked.shows('publishing needs two people now, and then one person.')
    asked.press('n')
    expect(await asked.ended).toBe(1)
  })
})

describe('a command that needs a second person', () => {
  it('shows the command that requests it, which another person approves', async () => {
    const { invoice } = await soldOnAccount(served.platform)
    const reason = "The court's notice: $5 & more."
    const words = ['invoices', 'write-off', invoice.id, '--reason', reason]
    const id = await requested(words)

    const listed = await ben.run(['approvals'])
    expect(listed.stdout).toMatch(
      new RegExp(
        `^${id} +write_offs ${invoice.id} +[\\d.]+ CHF +Anna Keller +pending until 20`,
        'm',
      ),
    )
    const shown = (await ben.run(['approvals', 'show', id])).stdout
    expect(shown).toContain(JSON.stringify({ reason }))
    expect(shown).toMatch(/^reason +It has to be done\.$/m)

    const own = await anna.run(['approvals', 'approve', id])
    expect([own.code, own.stderr]).toEqual([1, expect.stringContaining('requested this yourself')])
    const approved = await ben.run(['approvals', 'approve', id, '--comment', 'Checked.'])
    expect(approved.stderr).toMatch(/^Anna Keller requests write_offs of [\d.]+ CHF \(POST /)
    expect(approved.stdout).toBe(`✓ ${id} is approved and carried out.\n`)
    expect(await ben.json(['invoices', 'show', invoice.id])).toMatchObject({ state: 'written_off' })
    expect((await ben.run(['approvals'])).stdout).toContain('Nothing was found.')
    expect((await ben.run(['approvals', '--status', 'approved'])).stdout).toContain(id)
    expect((await ben.run(['approvals', 'show', id])).stdout).toMatch(/^comment +Checked\.$/m)
  })

  it('says that a key cannot request it', async () => {
    const { cli, platform } = served
    const draft = await pushedDraft(platform, 'cyber-formula', {
      'product.yaml': (text) => text.replace(/^name: .*$/m, 'name: Bold journeys'),
    })
    const refused = await cli.run(['publish', 'cyber-formula'])
    const path = `/manage/product_versions/${draft}/publish`
    expect(refused.stderr).toBe(
      [
        '✗ This needs a second person.',
        '  Request it, and let somebody else approve it:',
        `    bindery approvals request POST ${path} --reason "..."`,
        '  A key cannot request it: set BINDERY_KEY to your personal token first.',
        '',
      ].join('\n'),
    )
    const byKey = await cli.run(shownCommand(refused.stderr))
    expect([byKey.code, byKey.stderr]).toEqual([
      1,
      expect.stringContaining('which begins with ut_'),
    ])
    const id = await requested(['publish', draft])
    await ben.json(['approvals', 'approve', id])
    expect((await ben.run(['publish', draft])).stdout).toContain('already live')
  })

  it('is declined with a comment, or withdrawn by who requested it', async () => {
    const clear = ['approvals', 'rules', 'clear']
    const declined = await requested(clear)
    expect((await ben.run(['approvals', 'decline', declined])).code).toBe(2)
    const no = await ben.run(['approvals', 'decline', declined, '--comment', 'We need them.'])
    expect(no.stdout).toBe(`✓ ${declined} is declined.\n`)
    const withdrawn = await requested(clear)
    const other = await ben.run(['approvals', 'withdraw', withdrawn])
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('You can decline it.')])
    const back = await anna.run(['approvals', 'withdraw', withdrawn])
    expect(back.stdout).toBe(`✓ ${withdrawn} is withdrawn.\n`)
    const all = await ben.json<{ id: string }[]>(['approvals', '--status', 'all', '--limit', '2'])
    expect(all.map(({ id }) => id)).toEqual([withdrawn, declined])
  })
})

describe('bindery approvals request', () => {
  const invite = ['approvals', 'request', 'POST', '/manage/users', '--reason', 'A new colleague.']

  it('reads the body from a file, and the approver sees the link', async () => {
    const body = { email: 'cleo@example.com', name: 'Cleo Lang', roles: ['viewer'] }
    await writeFile(join(served.cli.folder, 'person.json'), JSON.stringify(body))
    const { stdout } = await anna.run([...invite, '--body', '@person.json'])
    expect(stdout).toContain('✓ Requested. Another person approves it with:')
    const [, id = ''] = /bindery approvals approve (apr_\w+)/.exec(stdout) ?? []
    const approved = await ben.run(['approvals', 'approve', id, '--yes'])
    expect(approved.stdout).toMatch(/It is shown only once:\n\nhttp\S+\n$/)
  })

  it.each([
    [[...invite, '--body', '{'], 2, '--body cannot be read'],
    [[...invite, '--body', '@missing.json'], 2, 'missing.json'],
    [[...invite, '--body', '[]'], 2, '--body is not a JSON object.'],
    [['approvals', 'request', 'GET', '/manage/users', '--reason', 'x'], 2, 'POST, PATCH, PUT'],
    [['approvals', 'request', 'POST', '/manage/keys', '--reason', 'x'], 1, 'no call that can need'],
    [['approvals', 'show', 'apr_0'], 1, 'bindery approvals --status all'],
    [['approvals', 'approve', 'apr_0'], 1, 'bindery approvals --status all'],
  ])('explains %j', async (words, code, message) => {
    const ended = await anna.run(words)
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)])
  })
})

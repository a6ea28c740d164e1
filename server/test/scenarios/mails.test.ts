import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leaveLetters, leaveOut, wholeExample } from '../builders/folder.ts'
import { encodeFiles, managerOn } from '../builders/manager.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

/** Without attachments but for one, which is none. */
const settings = (text: string) =>
  text
    .replaceAll(/attach: \[(?!reminder).*\]/g, 'attach: []')
    .replace('attach: [reminder]', 'attach: [remindr]')
    .replace('    payment.failed: {}', '    payment.faild: {}')

type Changes = Parameters<typeof wholeExample>[1]

/** The problems of the bike's folder with these changes, as a push would report them. */
async function problemsWith(changes: Changes): Promise<string[]> {
  const files = new Map(await wholeExample('bike', { ...changes, 'product.yaml': settings }))
  // To try documents takes longer than all else.
  leaveOut(files, (path) => /^documents\/.*(typ|pdf|yaml)$/.test(path))
  leaveLetters(files)
  const answer = await managerOn(platform).post('/manage/products/validate', {
    files: encodeFiles(files),
  })
  const { problems } = answer.json<{
    problems: readonly { file: string; place: string; message: string }[]
  }>()
  return problems.map(({ file, place, message }) => `${file}, ${place}: ${message}`)
}

describe('a push finds mistakes in mails', () => {
  it('by file, line and name, before a customer does', async () => {
    const problems = await problemsWith({
      'mails/policy.issued.de.md': (text) => text.replace('{{item.name}}', '{{item.nmae}}'),
      'mails/refund.ok.fr.md': (text) => `${text}\n<b>Merci</b>\n`,
      // Only a trial with the least that a sale must have finds this one.
      'mails/offer.created.fr.md': (text) => `${text}\nJusqu’au {{policy.end}}.\n`,
    })
    expect(problems).toEqual([
      expect.stringMatching(/^product\.yaml, line \d+, mails\.send\.payment\.faild: /),
      expect.stringMatching(/^product\.yaml, line \d+, .*There is no document "remindr"/),
      'mails/offer.created.fr.md, line 20: policy.end may have no value.',
      'mails/policy.issued.de.md, line 12: There is no item.nmae.',
      'mails/refund.ok.fr.md, line 9: A mail cannot contain HTML.',
    ])
  })
})

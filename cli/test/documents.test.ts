import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { textOf } from '@bindery/server/test/builders/documents.ts'
import { withoutMails } from '@bindery/server/test/builders/folder.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { editFile } from './support/edit-file.ts'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
let folder: string
beforeAll(async () => {
  served = await servedPlatform()
  await served.cli.run(['init', 'travel'])
  folder = join(served.cli.folder, 'travel', 'documents')
  await rm(folder, { recursive: true }) // Those of the starter, and the mails that attach them.
  await editFile(join(folder, '../product.yaml'), withoutMails)
  await rm(join(folder, '../mails'), { recursive: true })
  await mkdir(folder)
  await writeFile(
    join(folder, 'documents.yaml'),
    'documents:\n  - designation: policy\n    name: Police\n',
  )
  await writeFile(join(folder, 'policy.en.typ'), template)
})
afterAll(() => served.close())

const template = `#import "/bindery.typ": data
#data.document.name of #data.customer.name from #data.insurer.name
`

const read = async (file: string) => textOf(await readFile(join(served.cli.folder, file)))

describe('a preview of the documents', () => {
  it('puts them where one can look at them', async () => {
    const shown = await served.cli.run(['documents', 'preview', 'travel', '--out', 'documents'])
    expect(shown.stdout).toContain('documents/policy.en.pdf  Police')
    expect(await read('documents/policy.en.pdf')).toMatch(/^Police of \w+ \w+ from Demo Insurance/)
  })

  it('lists them for programs', async () => {
    expect(await served.cli.json(['documents', 'preview', 'travel', '--language', 'en'])).toEqual({
      documents: [
        {
          designation: 'policy',
          name: 'Police',
          occasion: 'policy',
          language: 'en',
          item: 'travel',
          cancellation_kind: null,
          cancellation_reason_code: null,
          extension: 'pdf',
          invented_because: null,
          file: 'preview/policy.en.pdf',
        },
      ],
    })
  })

  it('names the line and the name of a template that asks for what there is not', async () => {
    await writeFile(join(folder, 'policy.en.typ'), `${template}#data.policy.numbr\n`)
    const failed = await served.cli.run(['documents', 'preview', 'travel'])
    expect(failed.stderr).toContain('documents/policy.en.typ')
    expect(failed.stderr).toContain('line 3: There is no data.policy.numbr.')
    expect(failed.stderr).toContain('Did you mean number?')
    const pushed = await served.cli.run(['push', 'travel'])
    expect(pushed.stderr).toContain('There is no data.policy.numbr.')
    await writeFile(join(folder, 'policy.en.typ'), template)
  })

  it('of an unknown document says so', async () => {
    const asked = ['documents', 'preview', 'travel', '--document', 'bill']
    const failed = await served.cli.run(asked)
    expect(failed.stderr).toContain('The product has no document bill.')
  })

  it('shows the documents of the examples, each in its languages', async () => {
    const example = fileURLToPath(new URL('../../examples/bike/', import.meta.url))
    await cp(example, join(served.cli.folder, 'bike'), { recursive: true })
    await served.cli.run(['documents', 'preview', 'bike', '--out', 'bike-documents'])
    const designations = [
      'cancellation',
      'credit_note',
      'deferral',
      'endorsement',
      'invoice',
      'lapse',
      'notice',
      'offer',
      'policy',
      'reinstatement',
      'reminder',
      'renewal_notice',
      'suspension',
      'withdrawal',
    ]
    const files = designations.flatMap((designation) =>
      ['city-bike.de', 'city-bike.fr', 'e-bike.de', 'e-bike.fr'].map(
        (which) => `${designation}.${which}.pdf`,
      ),
    )
    // One item shows the letters that differ by kind of cancellation.
    const letters = [
      'cancellation.city-bike.customer',
      ...['sold', 'risk_gone', 'claim', 'extraordinary'].map(
        (code) => `cancellation.city-bike.customer.${code}`,
      ),
      'cancellation.city-bike.agreement',
      'insurer_cancellation.city-bike.insurer',
      ...['claim', 'non_disclosure', 'extraordinary'].map(
        (code) => `insurer_cancellation.city-bike.insurer.${code}`,
      ),
      'insurer_cancellation.e-bike.insurer',
    ].flatMap((name) => [`${name}.de.pdf`, `${name}.fr.pdf`])
    expect((await readdir(join(served.cli.folder, 'bike-documents'))).toSorted()).toEqual(
      [
        ...files,
        ...letters,
        'ipid.de.pdf',
        'ipid.fr.pdf',
        'terms.de.pdf',
        'terms.fr.pdf',
      ].toSorted(),
    )
  })
})

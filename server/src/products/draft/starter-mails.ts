import { readFile, readdir } from 'node:fs/promises'

/** The mails of the starter that `bindery init` makes, which every draft gets too. */
const starter = new URL('../../../../cli/starter/', import.meta.url)
const folder = new URL('mails/', starter)
const fallback = 'en'

/** What product.yaml says of them, with its comment. */
export async function starterMailSettings(): Promise<string> {
  const product = await readFile(new URL('product.yaml', starter), 'utf8')
  const [section] = /^# What customers get by e-mail[^]*$/m.exec(product) ?? []
  if (section === undefined) throw new Error('the starter sends no mails')
  return section
}

/** The templates in the language of a product, by their paths; in English where there are none. */
export async function starterMails(language: string): Promise<ReadonlyMap<string, string>> {
  const files = await readdir(folder)
  const own = `.${language.slice(0, 2)}.md`
  const end = files.some((file) => file.endsWith(own)) ? own : `.${fallback}.md`
  const templates = files.filter((file) => file.endsWith(end))
  const read = templates.map(async (file): Promise<[string, string]> => {
    const name = file.slice(0, -end.length)
    return [`mails/${name}.${language}.md`, await readFile(new URL(file, folder), 'utf8')]
  })
  return new Map(await Promise.all(read))
}

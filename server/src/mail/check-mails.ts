import { type Problem, exampleIds } from '../kernel/index.ts'
import { type SampleTerms, type Sampling, openSamples } from '../documents/index.ts'
import { type MailDefinition, type MailsDefinition, mailEvents } from '../products/index.ts'
import { checkNames } from './fill-template.ts'
import { type FolderMails, readFolderMails, templateFor } from './folder-mails.ts'
import { mailData } from './mail-data.ts'
import { receiptData } from './receipt-data.ts'
import { renderMail } from './render-mail.ts'

const problemsMax = 100

/** What is wrong with the templates of a folder that can be found without the terms of a sale. */
export function checkTemplates({ product, files }: Pick<Sampling, 'product' | 'files'>): Problem[] {
  const { mails } = product.definition
  return mails === undefined ? [] : [...readFolderMails(mails, files).problems]
}

/**
 * Everything that is wrong with a folder's mails: names that no data has, and whatever keeps a mail from
 * being made, tried with all that a sale can have and with the least that it must.
 */
export async function checkMails(sampling: Sampling): Promise<Problem[]> {
  const { definition } = sampling.product
  const { mails } = definition
  if (mails === undefined) return []
  const folder = readFolderMails(mails, sampling.files)
  const problems: Problem[] = [...folder.problems]
  const caseOf = openSamples(sampling)
  const items = definition.items.filter(({ key }) => sampling.compiled.items.has(key))
  for (const mail of mails.mails) {
    for (const language of Object.keys(mail.files)) {
      for (const item of items) {
        for (const extent of ['everything', 'necessary'] as const) {
          const occasion = mailEvents[mail.event] ?? 'withdrawal'
          const terms: SampleTerms = { item, occasion, language, extent }
          const facts = await caseOf(terms)
          const found = tryMail({ mails, mail, folder }, { facts, language, extent })
          for (const problem of found) addOnce(problems, problem)
        }
      }
    }
  }
  return problems
}

function addOnce(problems: Problem[], problem: Problem): void {
  const isKnown = problems.some(
    ({ file, place, message }) =>
      file === problem.file &&
      (message === problem.message || (place !== '' && place === problem.place)),
  )
  if (!isKnown && problems.length < problemsMax) problems.push(problem)
}

interface OfFolder {
  readonly mails: MailsDefinition
  readonly mail: MailDefinition
  readonly folder: FolderMails
}

type SampledFacts = Awaited<ReturnType<ReturnType<typeof openSamples>>>

function tryMail(
  { mails, mail, folder }: OfFolder,
  {
    facts,
    language,
    extent,
  }: {
    readonly facts: SampledFacts
    readonly language: string
    readonly extent: 'everything' | 'necessary'
  },
): Problem[] {
  const found = templateFor(folder, mails, mail, language)
  if (found === undefined) return []
  const { data, format } = sampleMailData(facts, mail, extent)
  const { currency } = facts.definition
  if (extent === 'everything') {
    const problems: Problem[] = []
    for (const part of [found.template, found.footer]) {
      if (part === null) continue
      const filling = { file: part.file, data, format, currency, problems }
      checkNames(part.subject, filling)
      checkNames(part.body, filling)
    }
    if (problems.length > 0) return problems
  }
  const brand = { sender: facts.insurer.name, colour: mails.colour, logo: null }
  const shared = { language, format, currency, brand }
  return [...renderMail({ ...found, ...shared, data }).problems]
}

export function sampleMailData(
  facts: SampledFacts,
  { event }: Pick<MailDefinition, 'event'>,
  extent: SampleTerms['extent'],
) {
  const withdrawal = 'https://insurer.example/withdraw'
  if (event === 'withdrawal.received') {
    const { firstName, lastName, email } = facts.content
    return receiptData({
      ...facts,
      reference: exampleIds.declaration,
      name: `${firstName} ${lastName}`,
      policyNumber: facts.policy.insurerPolicyId,
      email,
      receivedAt: facts.at,
      link: withdrawal,
    })
  }
  const pay = extent === 'necessary' ? null : 'https://insurer.example/pay'
  const links = { documents: 'https://insurer.example/documents', pay, withdrawal }
  const refund = event === 'refund.ok' ? facts.content.quote.premium.grossPaymentAmount : null
  const shown = extent === 'everything' ? collected(facts) : facts
  return mailData({ facts: shown, event, at: facts.at, links, refund })
}

/** An invoice shows the day on which it is collected, whatever the first way to pay of the plan is. */
function collected(facts: SampledFacts): SampledFacts {
  const { invoice } = facts
  if (invoice === null) return facts
  return { ...facts, invoice: { ...invoice, payment: { ...invoice.payment, how: 'collected' } } }
}

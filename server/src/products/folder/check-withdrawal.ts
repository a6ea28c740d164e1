import { type Problem, suggest } from '../../kernel/index.ts'
import type { ItemDefinition, ProductDefinition } from '../product-definition.ts'
import { quoted } from './part.ts'
import type { Soundness } from './soundness.ts'

/** The question about earlier cover that an item does not ask, or that is not answered by yes or no. */
export function checkWithdrawal(
  { withdrawal, items }: ProductDefinition,
  sound: Soundness,
  filesOf: (item: string) => readonly string[],
): Problem[] {
  const name = withdrawal?.earlyCover ?? null
  if (name === null || !sound.setting('withdrawal')) return []
  // Where questions could not be read, nobody knows their names.
  if (!items.every(({ key }) => filesOf(key).every((file) => sound.file(file)))) return []
  const misfits = items.flatMap((item) => {
    const asked = questionsOf(item).find((question) => question.name === name)
    return asked !== undefined && asked.validation.split('|').includes('boolean') ? [] : [item]
  })
  const [item] = misfits
  if (item === undefined) return []
  const yesOrNo = questionsOf(item).filter(({ validation }) =>
    validation.split('|').includes('boolean'),
  )
  return [
    {
      file: 'product.yaml',
      place: 'withdrawal.early_cover',
      message: `Item ${quoted(item.key)} asks no question ${quoted(name)} that is answered by yes or no.`,
      fix: suggest(
        name,
        yesOrNo.map((question) => question.name),
      ),
    },
  ]
}

/** The law lets only contracts of less than a month go without the right. */
export function warnOfNoWithdrawal({ law, withdrawal }: ProductDefinition): Problem[] {
  if (law === null || withdrawal !== null) return []
  return [
    {
      file: 'product.yaml',
      place: 'withdrawal',
      message: 'Only contracts of less than a month can be sold without a right of withdrawal.',
      fix: 'Make sure that the product sells nothing longer, or leave withdrawal out.',
    },
  ]
}

/** A consumer's declaration is to be confirmed on a durable medium; whoever sends no mails does so elsewhere. */
export function warnOfNoReceipt({ withdrawal, mails }: ProductDefinition): Problem[] {
  if (withdrawal === null || mails === undefined) return []
  const sent = mails.mails.filter(({ isSent }) => isSent)
  if (sent.length === 0 || sent.some(({ event }) => event === 'withdrawal.received')) return []
  return [
    {
      file: 'product.yaml',
      place: 'mails.send',
      message: 'A declared withdrawal has to be confirmed at once, and no mail does so.',
      fix: 'Add withdrawal.received: {} and its template, or confirm it elsewhere by its event.',
    },
  ]
}

function questionsOf({ quoteRules, fieldDefinition }: ItemDefinition) {
  const { policy } = fieldDefinition.definition
  return [...quoteRules.quote, ...policy].filter(({ path }) => path === 'data')
}

import type { Answer } from '@bindery/sdk'
import { useState } from 'react'
import { ChoiceField, TextField } from '../../act/fields.tsx'
import { FormSheet } from '../../act/form-sheet.tsx'
import { useWords } from '../../words/language.ts'
import { workWords } from '../work/words.ts'
import { type Draft, draftOf, useReadRules } from './draft-rules.ts'
import { ruleWords } from './rule-words.ts'

type Rules = Answer<'showApprovalRules'>['rules']

/** All rules at once: the call replaces them. */
export function ApprovalRulesForm({
  rules,
  onClose,
}: {
  readonly rules: Rules
  readonly onClose: () => void
}) {
  const words = useWords(ruleWords)
  const [drafts, setDrafts] = useState(() => rules.map(draftOf))
  const read = useReadRules()
  const body = read(drafts)
  const set = (changed: Draft) =>
    setDrafts(drafts.map((one) => (one.act === changed.act ? changed : one)))
  return (
    <FormSheet
      title={words.change}
      id="changeApprovalRules"
      verb={words.save}
      request={body === null ? null : { body }}
      onClose={onClose}
    >
      <p className="quiet">{words.changeHint}</p>
      {drafts.map((draft) => (
        <RuleFields key={draft.act} draft={draft} change={set} />
      ))}
    </FormSheet>
  )
}

function RuleFields({
  draft,
  change,
}: {
  readonly draft: Draft
  readonly change: (draft: Draft) => void
}) {
  const words = useWords(ruleWords)
  const { acts } = useWords(workWords)
  const { act, needs, above } = draft
  const set = (place: number, changed: Partial<Draft['above'][number]>) =>
    change({
      ...draft,
      above: above.map((one, at) => (at === place ? { ...one, ...changed } : one)),
    })
  return (
    <div className="rule-form" role="group" aria-label={acts[act]}>
      <ChoiceField
        label={acts[act]}
        value={needs}
        onChange={(next) =>
          change({ ...draft, needs: next === 'two' || next === 'above' ? next : 'one' })
        }
        choices={[
          { value: 'one', label: words.one },
          { value: 'two', label: words.two },
          ...(draft.hasAmount ? [{ value: 'above', label: words.above }] : []),
        ]}
      />
      {needs === 'above' && (
        <>
          {above.map(({ currency, amount }, place) => (
            // Limits have no name of their own, and only the last one is added or removed.
            <div key={place} className="rule-limits">
              <TextField
                label={words.currency}
                value={currency}
                onChange={(next) => set(place, { currency: next })}
              />
              <TextField
                label={words.amount}
                value={amount}
                onChange={(next) => set(place, { amount: next })}
              />
              {above.length > 1 && (
                <button
                  type="button"
                  className="quiet-button"
                  aria-label={words.removeCurrency(currency)}
                  onClick={() => change({ ...draft, above: above.filter((_, at) => at !== place) })}
                >
                  ×
                </button>
              )}
            </div>
          ))}
          <p className="quiet">{words.otherCurrencies}</p>
          <div>
            <button
              type="button"
              className="quiet-button"
              onClick={() => change({ ...draft, above: [...above, { currency: '', amount: '' }] })}
            >
              {words.addCurrency}
            </button>
          </div>
        </>
      )}
    </div>
  )
}

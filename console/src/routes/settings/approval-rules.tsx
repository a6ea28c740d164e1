import type { Answer } from '@bindery/sdk'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Loaded } from '../../frame/states.tsx'
import { useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ActButton } from '../policy/acts/act-button.tsx'
import { workWords } from '../work/words.ts'
import { ApprovalRulesForm } from './approval-rules-form.tsx'
import { ruleWords } from './rule-words.ts'
import { settingsTitles } from './titles.ts'

type Rules = Answer<'showApprovalRules'>

/** Which acts need a second person, and above which amounts. */
function ApprovalRules() {
  const words = useWords(ruleWords)
  const { 'approval-rules': title } = useWords(settingsTitles)
  const rules = useCall('showApprovalRules')
  return (
    <Page title={title}>
      <p className="quiet">{words.hint}</p>
      <Loaded query={rules} lines={11}>
        {(shown) => <Whole rules={shown} />}
      </Loaded>
    </Page>
  )
}

function Whole({ rules: { rules, allowed } }: { readonly rules: Rules }) {
  const words = useWords(ruleWords)
  const { acts } = useWords(workWords)
  const [isOpen, setOpen] = useState(false)
  const say = useSayRule()
  // That changing them needs a second person, too, is asked for where they are saved.
  const change =
    allowed?.change.code === 'second_person_required'
      ? { ...allowed.change, allowed: true }
      : allowed?.change
  return (
    <>
      <table className="plain-table rules-table">
        <thead>
          <tr>
            <th scope="col">{words.act}</th>
            <th scope="col">{words.needs}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule.act}>
              <td>{acts[rule.act]}</td>
              <td className={rule.needs_second_person ? undefined : 'quiet'}>{say(rule)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="act-row">
        <ActButton label={words.edit} allowed={change} onClick={() => setOpen(true)} />
      </div>
      {isOpen && <ApprovalRulesForm rules={rules} onClose={() => setOpen(false)} />}
    </>
  )
}

function useSayRule(): (rule: Rules['rules'][number]) => string {
  const words = useWords(ruleWords)
  const money = useMoney()
  return ({ needs_second_person: isForTwo, above }) => {
    if (!isForTwo) return words.one
    if (above === null || above.length === 0) return words.two
    return words.aboveAmounts(
      above.map(({ amount, currency }) => money(amount, currency)).join(', '),
    )
  }
}

export { ApprovalRules as page }

import type { RowOf } from '@bindery/sdk'
import type { Tone } from '../../frame/states.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { type ListPlace, listPage } from '../../list/list-page.tsx'
import { useWords } from '../../words/language.ts'
import { plainName } from '../policy/use-form.ts'
import { MailPeek } from './mail-peek.tsx'
import { mailTitles, mailWords } from './words.ts'

type Mail = RowOf<'searchMails'>

const tones: Readonly<Record<Mail['state'], Tone>> = {
  waiting: 'quiet',
  ready: 'attention',
  sent: 'settled',
  kept: 'quiet',
  parked: 'failed',
  void: 'quiet',
}

const eventName = ({ event_type: type }: Mail) => plainName(type.replace('.', ' '))

/** What customers were sent, are being sent, and could not be sent. */
export function MailList(place: ListPlace) {
  const words = useWords(mailWords)
  const { text, moment, state, count, id } = useColumnKinds<Mail>()
  return (
    <List
      {...place}
      call="searchMails"
      keyOf={(mail) => mail.id}
      peek={(mail) => ({ title: eventName(mail), content: <MailPeek id={mail.id} /> })}
      columns={[
        moment('date', words.date, (mail) => mail.dated_at),
        text('event', words.event, eventName, { width: 170 }),
        text(
          'recipient',
          words.recipient,
          ({ recipient }) =>
            recipient === 'policyholder'
              ? words.policyholder
              : recipient.replace(/^(field|address):/, ''),
          { width: 150 },
        ),
        state('state', words.state, (mail) => mail.state, words.states, tones),
        text('problem', words.problem, (mail) => mail.problem, { grows: true, width: 160 }),
        id('policy', words.policy, (mail) => mail.policy_id, { isExtra: false }),
        count('failures', words.failures, (mail) => mail.failures, { isExtra: true }),
        id('id', words.id, (mail) => mail.id),
      ]}
      filters={[
        { name: 'state', title: words.state, choices: choicesOf(words.states) },
        { name: 'policy_id', title: words.policy },
      ]}
      empty={{ title: words.noMails, hint: words.noMailsHint }}
    />
  )
}

export const page = listPage(mailTitles, 'mails', MailList)

import type { Answer } from '@bindery/sdk'
import { Link } from '@tanstack/react-router'
import { useAct, useCall } from '../../api/use-call.ts'
import { CallsAsCode } from '../../frame/calls-as-code.tsx'
import { CopyId } from '../../frame/copy-id.tsx'
import { Failed, Loaded } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { saveFile } from '../../list/csv.ts'
import { Facts } from '../../list/peek.tsx'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ActButton } from '../policy/acts/act-button.tsx'
import { mailWords } from './words.ts'

type Mail = Answer<'showMail'>

/** What a mail says, to the byte, and what became of it. */
export function MailPeek({ id }: { readonly id: string }) {
  const mail = useCall('showMail', { params: { mailId: id } })
  return <Loaded query={mail}>{(shown) => <Whole mail={shown} />}</Loaded>
}

function Whole({ mail }: { readonly mail: Mail }) {
  const words = useWords(mailWords)
  const { time } = useMoments()
  const resend = useAct('resendMail', () => showToast(words.resent))
  const request = { params: { mailId: mail.id } }
  const { message } = mail
  return (
    <>
      <Facts
        of={[
          [words.subject, mail.subject],
          [words.address, mail.to],
          [words.from, mail.from],
          [words.date, time(mail.dated_at)],
          [words.state, words.states[mail.state]],
          [words.problem, mail.problem],
          [words.failures, mail.failures > 0 ? mail.failures : null],
          [words.next, mail.next_at && time(mail.next_at)],
          [words.attached, mail.attachments.map(({ name }) => name).join(', ')],
          [words.hash, mail.content_hash && <CopyId key="hash" id={mail.content_hash} />],
          [words.id, <CopyId key="id" id={mail.id} />],
        ]}
      />
      {mail.policy_id !== null && (
        <p>
          <Link to={`/policies/${mail.policy_id}`}>{words.toPolicy}</Link>
        </p>
      )}
      {mail.state === 'parked' && (
        <div className="review">
          <ActButton
            label={words.resend}
            allowed={mail.allowed.resend}
            onClick={() => resend.mutate(request)}
          />
          {resend.error !== null && <Failed error={resend.error} />}
        </div>
      )}
      {mail.text !== null && (
        <>
          <h3>{words.says}</h3>
          <pre className="code">{mail.text}</pre>
        </>
      )}
      {message !== null && (
        <p>
          <button
            type="button"
            className="quiet-button"
            onClick={() => saveFile([bytesOf(message)], `${mail.id}.eml`, 'message/rfc822')}
          >
            {words.save}
          </button>
        </p>
      )}
      {mail.replies.length > 0 && (
        <>
          <h3>{words.answers}</h3>
          <ol className="rows">
            {mail.replies.toReversed().map(({ at, reply }) => (
              <li key={at}>
                <span>{reply}</span>
                <span className="quiet">{time(at)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
      {mail.state === 'parked' && <CallsAsCode calls={[{ id: 'resendMail', request }]} />}
    </>
  )
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
}

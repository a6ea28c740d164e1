import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { LongField, TextField } from '../../act/fields.tsx'
import { filled } from '../../act/filled.ts'
import { FormSheet } from '../../act/form-sheet.tsx'
import { useAct } from '../../api/use-call.ts'
import { CallsAsCode } from '../../frame/calls-as-code.tsx'
import { CopyId } from '../../frame/copy-id.tsx'
import { Page } from '../../frame/page.tsx'
import { Failed } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { choicesOf } from '../../list/column.ts'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMay } from '../../session/me.ts'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ActButton } from '../policy/acts/act-button.tsx'
import { suppressionWords } from './suppression-words.ts'
import { mailTitles } from './words.ts'

type Suppressed = RowOf<'searchSuppressedAddresses'>

/** Addresses that no mail goes to. */
function SuppressedAddresses() {
  const words = useWords(suppressionWords)
  const { suppressed: title } = useWords(mailTitles)
  const maySuppress = useMay('suppressed_addresses.manage')
  const [isOpen, setOpen] = useState(false)
  const { text, moment, id } = useColumnKinds<Suppressed>()
  return (
    <Page
      title={title}
      isWide
      acts={
        maySuppress && (
          <Button size="xs" onClick={() => setOpen(true)}>
            {words.suppress}
          </Button>
        )
      }
    >
      <List
        title={title}
        call="searchSuppressedAddresses"
        keyOf={(one) => one.id}
        peek={(one) => ({
          title: one.address,
          content: <SuppressedPeek key={one.id} of={one} />,
        })}
        columns={[
          text('address', words.address, (one) => one.address, { width: 200 }),
          text('reason', words.reason, (one) => words.reasons[one.reason], { width: 160 }),
          text('details', words.details, (one) => one.note ?? one.reply, {
            grows: true,
            width: 160,
          }),
          moment('since', words.since, (one) => one.created_at),
          id('mail', words.mail, (one) => one.mail_id),
          id('id', words.id, (one) => one.id),
        ]}
        filters={[
          { name: 'address', title: words.address },
          { name: 'reason', title: words.reason, choices: choicesOf(words.reasons) },
        ]}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {isOpen && <Suppress onClose={() => setOpen(false)} />}
    </Page>
  )
}

function SuppressedPeek({ of }: { readonly of: Suppressed }) {
  const words = useWords(suppressionWords)
  const { time } = useMoments()
  const release = useAct('releaseAddress', () => showToast(words.released))
  const request = { params: { suppressionId: of.id } }
  return (
    <>
      <Facts
        of={[
          [words.reason, words.reasons[of.reason]],
          [words.reply, of.reply],
          [words.note, of.note],
          [words.since, time(of.created_at)],
          [words.mail, of.mail_id && <CopyId key="mail" id={of.mail_id} />],
          [words.id, <CopyId key="id" id={of.id} />],
        ]}
      />
      <div className="review">
        <p className="quiet">{words.releaseHint}</p>
        <ActButton
          label={words.release}
          allowed={of.allowed.release}
          onClick={() => release.mutate(request)}
        />
        {release.error !== null && <Failed error={release.error} />}
      </div>
      <CallsAsCode calls={[{ id: 'releaseAddress', request }]} />
    </>
  )
}

function Suppress({ onClose }: { readonly onClose: () => void }) {
  const words = useWords(suppressionWords)
  const [address, setAddress] = useState('')
  const [note, setNote] = useState('')
  const written = address.trim()
  return (
    <FormSheet
      title={words.suppress}
      id="suppressAddress"
      verb={words.suppress}
      request={written === '' ? null : { body: { address: written, ...filled({ note }) } }}
      onClose={onClose}
    >
      <p className="quiet">{words.suppressHint}</p>
      <TextField label={words.address} isFirst value={address} onChange={setAddress} />
      <LongField label={words.note} isOptional value={note} onChange={setNote} />
    </FormSheet>
  )
}

export { SuppressedAddresses as page }

import type { Answer } from '@bindery/sdk'
import { useState } from 'react'
import { LongField, TextField } from '../../act/fields.tsx'
import { filled } from '../../act/filled.ts'
import { FormSheet } from '../../act/form-sheet.tsx'
import { useMe } from '../../session/me.ts'
import { useWords } from '../../words/language.ts'
import { mailServerWords } from './mail-server-words.ts'

/** All settings at once; the password and the key stay where they are left empty. */
export function MailServerForm({
  server,
  onClose,
}: {
  readonly server: Answer<'showMailServer'> | null
  readonly onClose: () => void
}) {
  const words = useWords(mailServerWords)
  const { world } = useMe()
  const [url, setUrl] = useState('')
  const [from, setFrom] = useState(server?.from ?? '')
  const [listed, setListed] = useState((server?.test_addresses ?? []).join('\n'))
  const [bounces, setBounces] = useState(server?.bounce_domain ?? '')
  const [domain, setDomain] = useState(server?.dkim?.domain ?? '')
  const [selector, setSelector] = useState(server?.dkim?.selector ?? '')
  const [key, setKey] = useState('')
  const isSigned = domain.trim() !== ''
  const isReady =
    from.trim() !== '' &&
    (server !== null || url.trim() !== '') &&
    (!isSigned || selector.trim() !== '')
  const dkim = { domain: domain.trim(), selector: selector.trim(), ...filled({ key }) }
  const body = {
    ...filled({ url, bounce_domain: bounces }),
    from: from.trim(),
    test_addresses: listed.split(/[\s,]+/).filter((one) => one !== ''),
    ...(isSigned ? { dkim } : {}),
  }
  return (
    <FormSheet
      title={server === null ? words.setUp : words.change}
      id="setMailServer"
      verb={words.save}
      request={isReady ? { body } : null}
      onClose={onClose}
    >
      <TextField
        label={words.url}
        description={server === null ? words.urlHint : `${words.urlHint} ${words.urlKept}`}
        isFirst
        isOptional={server !== null}
        value={url}
        onChange={setUrl}
      />
      <TextField label={words.fromLabel} value={from} onChange={setFrom} />
      {world.mode === 'test' && (
        <LongField
          label={words.testAddressesLabel}
          description={words.testAddressesHint}
          isOptional
          value={listed}
          onChange={setListed}
        />
      )}
      <TextField
        label={words.bouncesLabel}
        description={words.bouncesHint}
        isOptional
        value={bounces}
        onChange={setBounces}
      />
      <fieldset className="role-boxes">
        <legend>{words.dkim}</legend>
        <TextField
          label={words.domain}
          description={words.dkimHint}
          isOptional
          value={domain}
          onChange={setDomain}
        />
        {isSigned && (
          <>
            <TextField label={words.selector} value={selector} onChange={setSelector} />
            <LongField
              label={words.key}
              {...(server?.dkim == null ? {} : { description: words.keyKept })}
              isOptional={server?.dkim != null}
              value={key}
              onChange={setKey}
            />
          </>
        )}
      </fieldset>
    </FormSheet>
  )
}

import { type Answer, BinderyError } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { TextField } from '../../act/fields.tsx'
import { FormSheet } from '../../act/form-sheet.tsx'
import { useAct, useCall } from '../../api/use-call.ts'
import { Page } from '../../frame/page.tsx'
import { Empty, Failed, Loaded, Status } from '../../frame/states.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMay, useMe } from '../../session/me.ts'
import { useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ActButton } from '../policy/acts/act-button.tsx'
import { MailServerForm } from './mail-server-form.tsx'
import { mailServerWords } from './mail-server-words.ts'
import { mailTitles } from './words.ts'

type Server = Answer<'showMailServer'>

/** The mail server of the insurer, in the mode of the page. */
function MailServer() {
  const words = useWords(mailServerWords)
  const { server: title } = useWords(mailTitles)
  const { world } = useMe()
  const maySet = useMay('mail_server.manage')
  const [isOpen, setOpen] = useState(false)
  const server = useCall('showMailServer')
  const { error } = server
  const isMissing = error instanceof BinderyError && error.code === 'mail_server_not_found'
  return (
    <Page title={title}>
      {isMissing ? (
        <Empty
          title={words.none}
          act={maySet && <Button onClick={() => setOpen(true)}>{words.setUp}</Button>}
        >
          {words.noneHints[world.mode]}
        </Empty>
      ) : (
        <Loaded query={server}>{(shown) => <Whole server={shown} />}</Loaded>
      )}
      {isOpen && <MailServerForm server={null} onClose={() => setOpen(false)} />}
    </Page>
  )
}

function Whole({ server }: { readonly server: Server }) {
  const words = useWords(mailServerWords)
  const { time } = useMoments()
  const [opened, setOpened] = useState<'form' | 'removal' | null>(null)
  const { dkim, allowed } = server
  const listed = server.test_addresses
  const close = () => setOpened(null)
  return (
    <div className="mail-server">
      <Facts
        of={[
          [words.server, server.address],
          [words.user, server.user ?? words.nobody],
          [words.from, server.from],
          [
            words.signed,
            dkim === null ? words.unsigned : `${dkim.selector}._domainkey.${dkim.domain}`,
          ],
          [
            words.testAddresses,
            !server.livemode && (listed.length === 0 ? words.testAddressesNone : listed.join(', ')),
          ],
          [words.bounces, server.bounce_domain ?? words.noBounces],
          [words.changed, time(server.changed_at)],
        ]}
      />
      <div className="act-row">
        <ActButton label={words.edit} allowed={allowed?.set} onClick={() => setOpened('form')} />
        <ActButton
          label={words.remove}
          allowed={allowed?.remove}
          onClick={() => setOpened('removal')}
        />
      </div>
      {allowed?.set.allowed === true && <Test />}
      {opened === 'form' && <MailServerForm server={server} onClose={close} />}
      {opened === 'removal' && (
        <FormSheet
          title={words.removeTitle}
          id="removeMailServer"
          verb={words.removeTitle}
          request={{}}
          onClose={close}
        >
          <p>{words.removeEffect(server.address)}</p>
        </FormSheet>
      )}
    </div>
  )
}

function Test() {
  const words = useWords(mailServerWords)
  const { person } = useMe()
  const [to, setTo] = useState(person.email)
  const test = useAct('testMailServer')
  return (
    <form
      className="review"
      onSubmit={(event) => {
        event.preventDefault()
        test.mutate({ body: { to: to.trim() } })
      }}
    >
      <h2>{words.test}</h2>
      <p className="quiet">{words.testHint}</p>
      <TextField label={words.to} value={to} onChange={setTo} />
      <Button
        size="xs"
        variant="default"
        type="submit"
        disabled={to.trim() === ''}
        loading={test.isPending}
      >
        {words.send}
      </Button>
      {test.error !== null && <Failed error={test.error} />}
      {test.data !== undefined && (
        <div role="status">
          <Status tone={test.data.ok ? 'settled' : 'failed'}>
            {test.data.ok ? words.accepted : words.refused}
          </Status>
          <p className="quiet">{words.answer(test.data.reply)}</p>
        </div>
      )}
    </form>
  )
}

export { MailServer as page }

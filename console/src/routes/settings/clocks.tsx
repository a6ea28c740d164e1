import type { RowOf } from '@bindery/sdk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DayField } from '../../act/fields.tsx'
import { FormSheet } from '../../act/form-sheet.tsx'
import { useAct } from '../../api/use-call.ts'
import { CopyId } from '../../frame/copy-id.tsx'
import { Page } from '../../frame/page.tsx'
import { Failed, type Tone } from '../../frame/states.tsx'
import { showToast } from '../../frame/toasts.tsx'
import { useColumnKinds } from '../../list/column-kinds.tsx'
import { List } from '../../list/list.tsx'
import { Facts } from '../../list/peek.tsx'
import { useMay } from '../../session/me.ts'
import { today, useMoments } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { ActButton } from '../policy/acts/act-button.tsx'
import { settingsTitles } from './titles.ts'
import { settingsWords } from './words.ts'

type Clock = RowOf<'listClocks'>

const tones: Readonly<Record<Clock['status'], Tone>> = {
  ready: 'settled',
  advancing: 'quiet',
  failed: 'failed',
}

/** Noon is the same day everywhere in Europe. */
const noon = 'T12:00:00Z'

function Clocks() {
  const words = useWords(settingsWords)
  const { clocks: title } = useWords(settingsTitles)
  const mayCreate = useMay('clocks.manage')
  const [isOpen, setOpen] = useState(false)
  const [day, setDay] = useState(today())
  const { text, moment, state, id } = useColumnKinds<Clock>()
  return (
    <Page
      title={title}
      isWide
      acts={
        mayCreate && (
          <Button size="xs" onClick={() => setOpen(true)}>
            {words.createClock}
          </Button>
        )
      }
    >
      <List
        title={title}
        call="listClocks"
        isWhole
        keyOf={(clock) => clock.id}
        peek={(clock) => ({
          title: words.shows,
          content: <ClockPeek key={clock.id} clock={clock} />,
        })}
        columns={[
          moment('at', words.shows, (clock) => clock.at),
          state('status', words.status, (clock) => clock.status, words.clockStates, tones),
          moment('target', words.advanceTo, (clock) => clock.target),
          text('failure', words.clockPolicies, (clock) => clock.failure, { grows: true }),
          moment('created', words.created, (clock) => clock.created_at),
          id('id', 'Id', (clock) => clock.id, { isExtra: false }),
        ]}
        empty={{ title: words.noClocks, hint: words.noClocksHint }}
      />
      {isOpen && (
        <FormSheet
          title={words.createClock}
          id="createClock"
          verb={words.create}
          request={day === '' ? null : { body: { at: `${day}${noon}` } }}
          onClose={() => setOpen(false)}
        >
          <DayField label={words.startsAt} value={day} onChange={setDay} />
        </FormSheet>
      )}
    </Page>
  )
}

function ClockPeek({ clock }: { readonly clock: Clock }) {
  const words = useWords(settingsWords)
  const { time } = useMoments()
  const [to, setTo] = useState(clock.at.slice(0, 10))
  const advance = useAct('advanceClock', () => showToast(words.advancing))
  return (
    <>
      <Facts
        of={[
          [words.shows, time(clock.at)],
          [words.status, words.clockStates[clock.status]],
          ['Id', <CopyId key="id" id={clock.id} />],
        ]}
      />
      <p className="quiet">{words.sellHint}</p>
      <div className="review">
        <DayField label={words.advanceTo} value={to} onChange={setTo} min={clock.at.slice(0, 10)} />
        <ActButton
          label={words.advance}
          allowed={clock.allowed?.advance}
          onClick={() =>
            advance.mutate({ params: { clockId: clock.id }, body: { to: `${to}${noon}` } })
          }
        />
        {advance.error !== null && <Failed error={advance.error} />}
      </div>
    </>
  )
}

export { Clocks as page }

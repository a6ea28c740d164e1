import { useMantineColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'

const height = 120

/** Bars for what happens, a line for what is. The numbers stand in the table below, too. */
export function Chart({
  label,
  starts,
  values,
  kind,
  write,
  writeStart,
  onPoint,
}: {
  readonly label: string
  /** Seconds since 1970, in UTC. */
  readonly starts: readonly number[]
  readonly values: readonly (number | null)[]
  readonly kind: 'bars' | 'line'
  readonly write: (value: number) => string
  readonly writeStart: (seconds: number) => string
  /** Where the pointer is; null when it has gone. */
  readonly onPoint: (index: number | null) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const { colorScheme } = useMantineColorScheme()
  const latest = useRef({ write, writeStart, onPoint })
  latest.current = { write, writeStart, onPoint }
  const key = JSON.stringify([starts, values, kind])
  useEffect(() => {
    const { current: element } = box
    if (element === null) return undefined
    const { color: ink } = getComputedStyle(element)
    const { color: quiet, borderBottomColor: line } = getComputedStyle(
      element.querySelector('.chart-quiet') ?? element,
    )
    const step = (starts[1] ?? 0) - (starts[0] ?? 0)
    const axis = { stroke: quiet, ticks: { show: false }, font: '11px system-ui, sans-serif' }
    const plot = new UPlot(
      {
        width: element.clientWidth,
        height,
        padding: [8, 24, 0, 0],
        tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 5 } },
        scales: {
          x: { range: (_plot, first, last) => [first - step / 2, last + step / 2] },
          y: { range: (_plot, low, high) => [Math.min(0, low), high > 0 ? high : 1] },
        },
        axes: [
          {
            ...axis,
            grid: { show: false },
            space: 80,
            size: 22,
            values: (_plot, marks) => marks.map((mark) => latest.current.writeStart(mark)),
          },
          {
            ...axis,
            grid: { stroke: line, width: 1 },
            size: 52,
            space: 40,
            values: (_plot, marks) => marks.map((mark) => latest.current.write(mark)),
          },
        ],
        series: [
          {},
          {
            stroke: ink,
            width: 1.5,
            points: {
              show: values.filter((value) => value !== null).length < 3,
              size: 5,
              fill: ink,
            },
            ...(kind === 'bars' && UPlot.paths.bars !== undefined
              ? {
                  fill: ink,
                  width: 0,
                  points: { show: false },
                  paths: UPlot.paths.bars({ size: [0.6, 24] }),
                }
              : { spanGaps: true }),
          },
        ],
        hooks: {
          setCursor: [({ cursor }) => latest.current.onPoint(cursor.idx ?? null)],
        },
      },
      [[...starts], [...values]],
      element,
    )
    const watching = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }))
    watching.observe(element)
    return () => {
      watching.disconnect()
      plot.destroy()
    }
  }, [key, colorScheme])
  return (
    <div className="chart" ref={box} role="img" aria-label={label}>
      <span className="chart-quiet" hidden />
    </div>
  )
}

import { Menu, Modal, Popover, type MantineColorsTuple, createTheme } from '@mantine/core'

/** The values are in style/theme.css: scripts only name them. */
const accent = Array.from({ length: 10 }, (_, shade) => `var(--mantine-color-accent-${shade})`)

/** Mantine in our clothes. What would write styles into the page is off: the policy forbids it. */
export const theme = createTheme({
  colors: { accent: accent as unknown as MantineColorsTuple }, // It has ten shades.
  primaryColor: 'accent',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: Modal.extend({
      defaultProps: {
        lockScroll: false,
        transitionProps: { duration: 0 },
        radius: 8,
        overlayProps: { backgroundOpacity: 0.3 },
      },
    }),
    Menu: Menu.extend({ defaultProps: { transitionProps: { duration: 0 } } }),
    Popover: Popover.extend({ defaultProps: { transitionProps: { duration: 0 } } }),
  },
})

import { Button, createTheme, type MantineColorsTuple, Table } from '@mantine/core'

const accent: MantineColorsTuple = [
  '#f0f1ff',
  '#dcdefa',
  '#b6b9ee',
  '#8e92e3',
  '#6c71da',
  '#565cd4',
  '#4b51d2',
  '#3d43ba',
  '#353ba7',
  '#2b3294',
]

export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 5 },
  autoContrast: true,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, monospace',
  // Who has larger letters in their browser has them here too.
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  defaultRadius: 4,
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 10, horizontalSpacing: 16 } }),
  },
})

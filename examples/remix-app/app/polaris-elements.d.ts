import type { HTMLAttributes } from 'react'

type Tone = 'info' | 'success' | 'warning' | 'critical' | 'neutral'

interface PolarisElement extends HTMLAttributes<HTMLElement> {
  readonly tone?: Tone
}

declare module 'react' {
  namespace JSX {
    /** The Polaris web components in use. Without Shopify's script they are plain boxes that the stylesheet dresses. */
    interface IntrinsicElements {
      's-page': PolarisElement
      's-section': PolarisElement
      's-badge': PolarisElement
      's-banner': PolarisElement
    }
  }
}

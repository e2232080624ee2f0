import { Anchor } from '@mantine/core'
import { renderSVG } from 'uqr'

/** A link as a picture that a phone reads: black on white, whatever the page looks like. */
export function QrCode({ text, name }: { readonly text: string; readonly name: string }) {
  const source = `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 4 }))}`
  return (
    <div>
      <img src={source} alt={`QR code that leads to ${text}`} width={220} height={220} className="qr" />
      <div>
        <Anchor href={source} download={`${name}.svg`}>
          Download the picture
        </Anchor>
      </div>
    </div>
  )
}

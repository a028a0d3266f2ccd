import { useEffect } from 'react'
import { loadScript } from './load-script.ts'

declare global {
  interface Window {
    adsbygoogle?: object[]
  }
}

/** An ad unit of AdSense. */
export const AdUnit = ({ client, slot }: { client: string; slot: string }) => {
  useEffect(() => {
    loadScript(`https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${client}`)
    window.adsbygoogle ??= []
    window.adsbygoogle.push({})
  }, [client])
  return (
    <ins
      className="adsbygoogle block"
      data-ad-client={client}
      data-ad-slot={slot}
      data-ad-format="horizontal"
      data-full-width-responsive="true"
    />
  )
}

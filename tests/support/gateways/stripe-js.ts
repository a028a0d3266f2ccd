/** A stand-in for Stripe.js: its frame takes the number, and sends it to the page's other half of the script only. */
export const stripeScript = (base: string): string => `
window.Stripe = () => ({
  elements({ clientSecret }) {
    const entered = { clientSecret, number: '' }
    const create = () => {
      const handlers = {}
      const frame = document.createElement('iframe')
      frame.title = 'Secure payment input frame'
      frame.src = '${base}/v3/frame'
      frame.onload = () => handlers.ready?.()
      addEventListener('message', ({ origin, data }) => { if (origin === '${base}') entered.number = data })
      return { on: (name, fn) => { handlers[name] = fn }, mount: (place) => place.append(frame), destroy: () => frame.remove() }
    }
    return { entered, create }
  },
  async confirmSetup({ elements }) {
    const answer = await fetch('${base}/v3/confirm', { method: 'POST', body: JSON.stringify(elements.entered) })
    return answer.json()
  },
})`

export const stripeFrame = `<!doctype html><html lang="en"><title>Card</title>
<label>Card number <input oninput="parent.postMessage(this.value, '*')"></label></html>`

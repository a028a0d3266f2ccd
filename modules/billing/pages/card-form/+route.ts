export default '/user/settings/billing/card'

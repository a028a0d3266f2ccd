export default '/share/@token/report'

export default '/share/@token'

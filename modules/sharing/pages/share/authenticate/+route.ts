export default '/share/@token/authenticate'

export default '/share/@token/file'

export default '/unsubscribe/@token'

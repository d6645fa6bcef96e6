-- A title is cleaned by the bank's own function, which customers may not call themselves.
alter function bank.check_conversation()
  security definer -- calls bank.clean_words
  set search_path = '';

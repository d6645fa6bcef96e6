-- Requests are pipelines of prepared statements now, which need no function of ours.
drop function platform.run(text, text, text[], boolean, text, text[]);
